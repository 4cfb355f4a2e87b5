-- What a conversion left out because nobody would see it: how much, and where up to 1,000 of it stood and why.

-- Up Migration
alter table jobs add column dropped jsonb not null default '{"count": 0, "items": []}';

-- Down Migration
alter table jobs drop column dropped;
