-- What shows that nothing is missing and nothing was changed, because SQLite notices neither.

ALTER TABLE web_tables ADD COLUMN plies INTEGER NOT NULL DEFAULT 0; -- rows of this table in web_moves
ALTER TABLE web_tables ADD COLUMN chain INTEGER NOT NULL DEFAULT 0; -- hash of these, one after the other
ALTER TABLE web_tables ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;  -- hash of all other columns of this row but used
ALTER TABLE web_games ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;   -- the same

-- Which rows must be there.
CREATE TABLE web_ledger (
    name   TEXT PRIMARY KEY,              -- 'web_tables' or 'web_games'
    count  INTEGER NOT NULL,
    digest INTEGER NOT NULL,              -- sum of the hashes of their ids
    seal   INTEGER NOT NULL               -- hash of the other columns of this row
) WITHOUT ROWID;
