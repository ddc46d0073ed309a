-- A game is its header and its entries. Entries are only ever appended.
CREATE TABLE games (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    owner    TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    scenario BIGINT  NOT NULL,
    header   TEXT    NOT NULL,
    seats    TEXT    NOT NULL,
    curtain  TEXT    NOT NULL,
    begun    BIGINT  NOT NULL,
    played   BIGINT  NOT NULL,
    -- What the lobby shows without opening the game.
    summary  TEXT    NOT NULL
);
CREATE INDEX games_of_owner ON games (owner, played);

CREATE TABLE entries (
    game   BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    entry  TEXT   NOT NULL,
    PRIMARY KEY (game, number)
);
