-- ---------------------------------------------------------------- links

-- Whoever asks for a reset themselves voids nobody's link, their own earlier ones neither: anybody may ask with an
-- address. Of what an administrator makes, and of invitations, a new one still voids the older ones.
drop index one_time_tokens_live;
create unique index one_time_tokens_live on one_time_tokens (user_id, purpose) nulls not distinct
  where used_at is null and (purpose <> 'password_reset' or created_by is not null);

-- A suspension voids every link, since this.
update one_time_tokens set used_at = now()
  from users where users.id = one_time_tokens.user_id and users.status = 'suspended' and used_at is null;

-- ---------------------------------------------------------------- readings

-- A reading of a device's own copy is told later (R4), and told again where the answer was lost: one line each. `told_at`
-- is the instant as the device told it.
create unique index activity_told_readings
  on activity (user_id, evaluation_id, action, (detail ->> 'told_at'), coalesce(detail ->> 'file', ''))
  where detail ? 'told_at';
