// Every table of the server, for code that fills or reads many of them.
export * from '#server/database/tables/accounts.ts';
export * from '#server/database/tables/activity.ts';
export * from '#server/database/tables/catalogs.ts';
export * from '#server/database/tables/consents.ts';
export * from '#server/database/tables/corrections.ts';
export * from '#server/database/tables/decisions.ts';
export * from '#server/database/tables/devices.ts';
export * from '#server/database/tables/evaluations.ts';
export * from '#server/database/tables/idempotency-keys.ts';
export * from '#server/database/tables/one-time-tokens.ts';
export * from '#server/database/tables/patients.ts';
export * from '#server/database/tables/verification.ts';
