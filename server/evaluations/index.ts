// Public functions and types of server/evaluations; other modules import only this file.
export { addMedia, storePicture } from './commands/capture/add-media.ts';
export { createEvaluation } from './commands/capture/create-evaluation.ts';
export {
  type EvaluationChangeContext,
  concludeChange,
  lockEvaluation,
  requireRevisionMatch,
  revisionUpdateStatement,
  type EvaluationRow,
  lockOpenEvaluation,
  requireCurrentState,
} from './commands/clinical/change-evaluation.ts';
export { isAptitudeOffered } from './commands/clinical/save-decisions.ts';
export { saveExamOrders } from './commands/clinical/save-exam-orders.ts';
export { saveNotesAndDecisions } from './commands/clinical/save-notes.ts';
export { withoutAcceptedTextSql } from './queries/accepted-text.ts';
export { currentPictureCondition } from './queries/corrections.ts';
export { evaluationState } from './queries/evaluation-state.ts';
export { type FoundEvaluation, findEvaluation } from './queries/evaluation.ts';
export { RememberedTotals } from './queries/list/remembered-totals.ts';
export { clarificationsOf, signedVersionsOf, type WrittenClarification } from './queries/signed-versions.ts';
export { clinicalRoutes } from './routes/clinical.ts';
export type { EvaluationContext } from './routes/context.ts';
export { maySendCorrectionImage } from './routes/correction-access.ts';
export { correctionRoutes } from './routes/corrections.ts';
export { dashboardRoutes } from './routes/dashboard.ts';
export type { EvaluationCall } from './routes/evaluation-call.ts';
export { evaluationRoutes } from './routes/evaluations.ts';
export { fileRoutes } from './routes/files.ts';
export { listFileRoute } from './routes/list-file.ts';
export { changeContextOf, runEvaluationChange } from './routes/run-change.ts';
