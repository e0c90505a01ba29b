/** Exports of the contract. The exported schemas become components of the OpenAPI document with the same names. */
export * from '#contract/records/authorisation-text.ts';
export * from '#contract/catalogs/branches.ts';
export * from '#contract/catalogs/catalog.ts';
export { CompanyMergeBody, ProposedCompanyList } from '#contract/catalogs/companies.ts';
export * from '#contract/catalogs/occupations.ts';
export * from '#contract/catalogs/options.ts';
export * from '#contract/catalogs/overview.ts';
export * from '#contract/errors.ts';
export * from '#contract/records/branding.ts';
export * from '#contract/records/dashboard.ts';
export * from '#contract/records/evaluation/additional-values.ts';
export * from '#contract/records/evaluation/capture.ts';
export * from '#contract/records/evaluation/clinical.ts';
export * from '#contract/records/evaluation/corrections.ts';
export * from '#contract/records/evaluation/decisions.ts';
export * from '#contract/records/evaluation/deliveries.ts';
export * from '#contract/records/evaluation/evaluations.ts';
export * from '#contract/records/evaluation/offline-accesses.ts';
export * from '#contract/records/evaluation/patients.ts';
export * from '#contract/records/evaluation/statements.ts';
export * from '#contract/records/evaluation/templates.ts';
export * from '#contract/records/evaluation/verification.ts';
export * from '#contract/records/exam-packages.ts';
<<<<<<< HEAD
export * from '#contract/records/evaluation/expected-day.ts';
=======
export * from '#contract/records/evaluation/attendance.ts';
>>>>>>> h-attendance
export * from '#contract/records/evaluation/expected-lists.ts';
export * from '#contract/records/health.ts';
export * from '#contract/records/people/accounts.ts';
export * from '#contract/records/people/auth.ts';
export * from '#contract/records/people/devices.ts';
export * from '#contract/records/people/users.ts';
export * from '#contract/records/system.ts';
export * from '#contract/records/waiting-room.ts';
