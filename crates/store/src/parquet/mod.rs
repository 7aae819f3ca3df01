//! Records as Parquet files, for analysis elsewhere (feature `parquet`).
//!
//! A row is a game. The columns `game`, `players`, `start`, `moves` and `result` are its record, and all that is
//! needed to read it back; the others say where it comes from and how it was played.

mod guard;
mod read;
mod write;

pub use read::Rows;
pub use write::ParquetWriter;

/// The columns of a file that Kontra writes. The book explains them (docs/src/store.md).
pub const SCHEMA: &str = "
message kontra_records {
    required int64 match;
    optional binary name (UTF8);
    required int64 deal;
    required int64 arrangement;
    required binary game (UTF8);
    required group players (LIST) { repeated group list { required binary element (UTF8); } }
    required binary start (UTF8);
    required group moves (LIST) { repeated group list { required binary element (UTF8); } }
    optional group result (LIST) { repeated group list { required double element; } }
    required group payoffs (LIST) { repeated group list { required double element; } }
    optional binary ending (UTF8);
    required group decisions (LIST) { repeated group list { required int64 element; } }
    required group time_ns (LIST) { repeated group list { required int64 element; } }
}";
