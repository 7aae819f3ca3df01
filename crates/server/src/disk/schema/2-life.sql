-- How long tables are kept: by when they were last used, and by what they are worth (see life.rs).
ALTER TABLE web_tables ADD COLUMN used INTEGER NOT NULL DEFAULT 0;    -- seconds since 1970, to the hour
ALTER TABLE web_tables ADD COLUMN worth INTEGER NOT NULL DEFAULT 0;

UPDATE web_tables SET used = made, worth = CASE
    WHEN settings NOT LIKE '%"person":%' THEN 0
    WHEN number > 1 OR over THEN 3
    ELSE 2 END;

CREATE INDEX web_tables_worth ON web_tables (worth, used);

-- One row that is written to see whether anything can be written.
CREATE TABLE web_pulse (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
);
