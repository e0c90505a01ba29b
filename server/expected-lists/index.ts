// Public functions and types of server/expected-lists; other modules import only this file.
export { usedIdError } from './commands/create-list.ts';
export { noticeExistsError, requireNoNotice } from './commands/change-list-state.ts';
export { type ListContext, lockList, requireUncancelledList } from './commands/locks.ts';
export { registerExpectedPerson } from './commands/register-person.ts';
export {
  countedRegistrationCondition,
  findExpectedLists,
  listFilterCondition,
  listOfPersonCondition,
  requireExpectedList,
} from './queries/lists.ts';
export { findAnnouncedPackageJob, findRepetition, repetitionJsonSql } from './queries/of-evaluation.ts';
export { storedPersonName } from './queries/people.ts';
export { expectedListRoutes } from './routes/lists.ts';
export { expectedPersonRoutes } from './routes/people.ts';
