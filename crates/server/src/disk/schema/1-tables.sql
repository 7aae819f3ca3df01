-- What the server keeps, in the same file as the results of matches.

CREATE TABLE web_tables (
    id       TEXT PRIMARY KEY,
    made     INTEGER NOT NULL,            -- seconds since 1970
    game     TEXT NOT NULL,
    settings TEXT NOT NULL,               -- JSON: rules, seats with fingerprints of tokens, totals, ...
    listed   INTEGER NOT NULL,
    number   INTEGER NOT NULL,            -- of the present game at this table, from 1
    seed     INTEGER NOT NULL,            -- of the present game
    start    TEXT NOT NULL,               -- JSON, as in records
    over     INTEGER NOT NULL             -- whether the present game is
) WITHOUT ROWID;

CREATE INDEX web_tables_listed ON web_tables (made DESC) WHERE listed;

-- Every decision of the present game of a table.
CREATE TABLE web_moves (
    web_table TEXT NOT NULL,
    ply       INTEGER NOT NULL,
    move      TEXT NOT NULL,
    PRIMARY KEY (web_table, ply)
) WITHOUT ROWID;

-- Finished games, and records that somebody wanted to look at.
CREATE TABLE web_games (
    id     TEXT PRIMARY KEY,
    made   INTEGER NOT NULL,
    source TEXT NOT NULL,                 -- 'table' or 'record'
    record TEXT NOT NULL,
    review TEXT                           -- JSON, once there is one
) WITHOUT ROWID;

CREATE INDEX web_games_made ON web_games (source, made);
