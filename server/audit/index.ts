// Public functions and types of server/audit; other modules import only this file.
export { linkEntries, waitUntilLinked } from './commands/link-entries.ts';
export {
  type RecordedResult,
  recordActivity,
  type ActivityEntry,
  pendingEntryStatement,
  recordPendingEntry,
} from './commands/record-activity.ts';
export { listAndLogAccess } from './commands/record-list-query.ts';
export { appendActivity } from './commands/write-batch.ts';
export { mustLogAccess, type OwnAccessFilter, nthNewestAccess } from './queries/activity.ts';
export { activityRoutes } from './routes/activity.ts';
export { withRejectionLog, rejectionLogger } from './routes/log-rejections.ts';
