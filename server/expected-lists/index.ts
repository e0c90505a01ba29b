// Public functions and types of server/expected-lists; other modules import only this file.
export { listNotFoundError, lockList, requireUncancelledList } from './commands/cancel-list.ts';
export { noticeExistsError, requireNoNotice } from './commands/close-list.ts';
export { type ListContext, usedIdError } from './commands/create-list.ts';
export { registerExpectedPerson } from './commands/register-person.ts';
export { findAnnouncedPackageJob } from './queries/announced-package.ts';
export { findRepetition, repetitionJsonSql } from './queries/repetitions.ts';
export { countedRegistrationCondition, findExpectedList, findExpectedLists } from './queries/lists.ts';
export { storedPersonName } from './queries/people.ts';
export { expectedListRoutes } from './routes/lists.ts';
export { expectedPersonRoutes } from './routes/people.ts';
