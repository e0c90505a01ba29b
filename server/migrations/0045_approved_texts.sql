-- True if the user who began the period stated that the clinic has approved the text. Earlier periods did not require the statement.
alter table authorisation_periods add column approved boolean not null default false;
