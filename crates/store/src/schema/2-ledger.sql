-- What shows that nothing is missing and nothing was changed. SQLite itself notices neither: a flipped bit in the
-- header of a page is enough to make it skip rows without a word.

ALTER TABLE matches ADD COLUMN digest INTEGER; -- sum of the hashes of its games; a match has `games` of them
ALTER TABLE matches ADD COLUMN seal INTEGER;   -- hash of all other columns of this row

-- One row about all matches.
CREATE TABLE ledger (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    matches INTEGER NOT NULL,             -- rows in matches
    digest  INTEGER NOT NULL,             -- sum of their seals
    seal    INTEGER NOT NULL              -- hash of the other columns of this row
);
