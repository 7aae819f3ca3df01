//! Parquet files, if the program was built with them.

#[cfg(feature = "parquet")]
pub(super) use with::{export, rows};
#[cfg(not(feature = "parquet"))]
pub(super) use without::{export, rows};

#[cfg(feature = "parquet")]
mod with {
    use crate::files::NewFile;
    use crate::problem::Problem;
    use kontra_store::parquet::{ParquetWriter, Rows};
    use kontra_store::{Store, Stored};
    use std::fs::File;
    use std::ops::ControlFlow;

    /// Writes the games of these matches, and says how many they are.
    pub(in crate::store) fn export(
        store: &Store,
        matches: &[Stored],
        file: &mut NewFile,
    ) -> Result<u64, Problem> {
        // The writer fails for one reason only: the file cannot be written.
        let failed = file.failed_writing();
        let mut writer = ParquetWriter::new(file).map_err(&failed)?;
        let mut count = 0;
        for stored in matches {
            store.each_record(stored, |game| {
                count += 1;
                writer.add(stored, game).map_err(&failed)?;
                Ok::<_, Problem>(ControlFlow::Continue(()))
            })?;
        }
        writer.finish().map_err(&failed)?;
        Ok(count)
    }

    /// The records of a Parquet file.
    pub(in crate::store) fn rows(file: File, name: String) -> Result<Rows, Problem> {
        Ok(Rows::new(file, name)?)
    }
}

#[cfg(not(feature = "parquet"))]
mod without {
    use crate::files::NewFile;
    use crate::problem::Problem;
    use kontra_game::{BadInput, Record};
    use kontra_store::{Store, Stored};
    use std::fs::File;

    pub(in crate::store) fn export(
        _: &Store,
        _: &[Stored],
        _: &mut NewFile,
    ) -> Result<u64, Problem> {
        Err(missing())
    }

    type Rows = std::iter::Empty<Result<(String, Record), BadInput>>;

    pub(in crate::store) fn rows(_: File, _: String) -> Result<Rows, Problem> {
        Err(missing())
    }

    fn missing() -> Problem {
        let found = "a program that was built without them (cargo feature `parquet`)";
        Problem::Input(format!("expected a program that knows Parquet files, found {found}"))
    }
}
