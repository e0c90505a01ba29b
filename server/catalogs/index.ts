// Public functions and types of server/catalogs; other modules import only this file.
export { applyAuthorisationOfFile } from './commands/set-authorisation-text.ts';
export { requireActiveCompany } from './commands/company-checks.ts';
export { resolveCompanies } from './commands/proposed-companies.ts';
export { mayActForBranch } from './queries/branches.ts';
export { readBranding } from './queries/branding.ts';
export { clinicOrProductName } from './queries/clinic-name.ts';
export { readDecisionOptions } from './queries/decision-options.ts';
export { authorisationTextRoutes } from './routes/authorisation-text.ts';
export { branchLogoRoutes } from './routes/branch-logos.ts';
export { doctorSignatureRoutes } from './routes/catalog-changes.ts';
export { catalogRoutes } from './routes/catalogs.ts';
export { decisionOptionRoutes } from './routes/decision-options.ts';
export { evaluationTemplateRoutes } from './routes/evaluation-templates.ts';
export { examPackageRoutes } from './routes/exam-packages.ts';
export { ownBranchRoutes } from './routes/own-branch.ts';
