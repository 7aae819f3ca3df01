use super::Fields;

/// A short text in the two languages of the pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Words {
    pub(crate) en: String,
    pub(crate) de: String,
}

impl Words {
    pub(crate) fn new(en: impl Into<String>, de: impl Into<String>) -> Words {
        Words { en: en.into(), de: de.into() }
    }

    /// The same in both languages.
    pub(crate) fn same(text: impl Into<String>) -> Words {
        let en = text.into();
        Words { de: en.clone(), en }
    }

    /// Writes the two texts as `label` and `label_de`.
    pub(crate) fn write(&self, fields: &mut Fields) {
        fields.insert("label".to_owned(), self.en.as_str().into());
        fields.insert("label_de".to_owned(), self.de.as_str().into());
    }
}
