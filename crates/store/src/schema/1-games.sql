-- What agents played, and how it went. The book explains every column (docs/src/store.md).

CREATE TABLE matches (
    id        INTEGER PRIMARY KEY,
    name      TEXT UNIQUE,
    kind      TEXT NOT NULL,              -- 'match': played here; 'import': records from elsewhere
    game      TEXT NOT NULL,
    rules     TEXT,                       -- JSON; this and the next four are NULL for an import
    agents    TEXT,                       -- JSON, a list of specs
    seating   TEXT,
    seed      TEXT,
    deals     INTEGER,
    sprt      TEXT,                       -- JSON, [h0, h1, alpha, beta]; NULL: all deals are played
    program   TEXT NOT NULL,              -- the version of Kontra that wrote it
    begun     TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    elapsed_s REAL NOT NULL DEFAULT 0,
    games     INTEGER NOT NULL DEFAULT 0, -- rows of this match in games
    concluded INTEGER,                    -- after so many deals it was over before its last one
    checksum  INTEGER                     -- of the game, the next four columns and the arrangements
);

-- Who sat where. The games of a match name their arrangement by its number.
CREATE TABLE arrangements (
    match   INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    players TEXT NOT NULL,                -- JSON, a name for each seat
    PRIMARY KEY (match, number)
) WITHOUT ROWID;

CREATE TABLE endings (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE games (
    match       INTEGER NOT NULL,
    deal        INTEGER NOT NULL,
    arrangement INTEGER NOT NULL,
    payoff0 REAL, payoff1 REAL, payoff2 REAL, payoff3 REAL, -- NULL beyond the last seat
    decisions0 INTEGER, decisions1 INTEGER, decisions2 INTEGER, decisions3 INTEGER,
    time0 INTEGER, time1 INTEGER, time2 INTEGER, time3 INTEGER, -- nanoseconds for all decisions of the seat
    iterations0 INTEGER, iterations1 INTEGER, iterations2 INTEGER, iterations3 INTEGER, -- of searches, where known
    nodes0 INTEGER, nodes1 INTEGER, nodes2 INTEGER, nodes3 INTEGER,
    forfeit_seat INTEGER,                 -- who broke the game off; NULL: nobody
    forfeit_why  TEXT,
    ending   INTEGER,                     -- NULL: not finished
    identity INTEGER NOT NULL,            -- hash of the start and of every decision
    moves    BLOB NOT NULL,               -- a byte for each decision: its number among the legal ones
    start    TEXT,                        -- JSON; NULL: dealt from the match's seed
    checksum INTEGER NOT NULL,            -- of this row
    PRIMARY KEY (match, deal, arrangement)
) WITHOUT ROWID;
