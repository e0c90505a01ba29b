// Public functions and types of server/audit; other modules import only this file.
export { linkEntries, linkEntriesAndWait } from './commands/link-entries.ts';
export {
  type ResultWithLogEntry,
  recordActivity,
  type ActivityEntry,
  pendingEntryStatement,
  recordPendingEntry,
} from './commands/record-activity.ts';
export { listAndLogAccess, readAndLogAccess } from './commands/record-list-query.ts';
export { appendActivity } from './commands/write-batch.ts';
export { mustLogCachedAccess, type OwnAccessFilter, nthNewestAccessTime } from './queries/activity.ts';
export { activityRoutes } from './routes/activity.ts';
export { withRejectionLog, accountRejectionLogger } from './routes/log-rejections.ts';
