use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A short text in the two languages of the pages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Words {
    /// In English.
    #[serde(rename = "label")]
    pub(crate) en: Box<str>,
    /// In German.
    #[serde(rename = "label_de")]
    pub(crate) de: Box<str>,
}

impl Words {
    pub(crate) fn new(en: impl Into<Box<str>>, de: impl Into<Box<str>>) -> Words {
        Words { en: en.into(), de: de.into() }
    }

    /// The same in both languages.
    pub(crate) fn same(text: impl Into<Box<str>>) -> Words {
        let en = text.into();
        Words { de: en.clone(), en }
    }
}
