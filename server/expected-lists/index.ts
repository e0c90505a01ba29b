// Public functions and types of server/expected-lists; other modules import only this file.
export { registerExpectedPerson } from './commands/register-person.ts';
export { findRepetition, repetitionJsonSql } from './queries/repetitions.ts';
export { expectedListRoutes } from './routes/lists.ts';
export { expectedPersonRoutes } from './routes/people.ts';
