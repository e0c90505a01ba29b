// .githooks/commit-msg: rejects a commit subject that breaks the rules of scripts/english/words.mjs. The argument is the file
// with the message.
import { readFileSync } from 'node:fs';
import { findSubjectProblems } from './words.mjs';

const [subject = ''] = readFileSync(process.argv[2], 'utf8').split('\n');
const subjectProblems = findSubjectProblems(subject);
for (const finding of subjectProblems) console.error(`Commit subject ${finding}.`);
process.exitCode = subjectProblems.length > 0 ? 1 : 0;
