-- Lookups of people and pages of the list leave lines too. Both ask first what the same user left of late: lookups have a
-- budget an hour, and a page that a screen asks for again by itself is told once (server/queries/activity.ts).
create index activity_own_reads on activity (user_id, action, at)
  where action in ('patient_looked_up', 'evaluations_listed');
