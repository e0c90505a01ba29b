// Public functions and types of server/documents; other modules import only this file.
export { signEvaluation, readDoctorSignatureFile } from './commands/sign-evaluation.ts';
export { letterheadOf } from './queries/report-input.ts';
export type { OfficeDocument } from './reports/input/office-document.ts';
export { type ReportRenderer, createReportRenderer } from './reports/rendering/render.ts';
export { cacheRenderFailures } from './reports/rendering/unprintable.ts';
export type { DocumentContext } from './routes/document-context.ts';
export { deliveryRoutes } from './routes/deliveries.ts';
export { documentRoutes, setPdfHeaders } from './routes/documents.ts';
export { signingRoutes } from './routes/signing.ts';
export { verificationRoutes } from './routes/verification.ts';
