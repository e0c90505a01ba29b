// Words that comments, test titles, documents and commit subjects must not use, each with its replacement.
// tests/docs/english.test.ts and .githooks/commit-msg use this list.

/** Words and phrases with their replacements. Case is ignored, and only complete words match. */
const WORD_REPLACEMENTS = {
  anew: 'again',
  'are not to be': 'must not be',
  'are to be': 'must be, will be',
  'are told': 'are notified, see',
  'as one types': 'while typing',
  'asked for': 'requested',
  'at hand': 'available',
  'at the most': 'at most',
  beside: 'next to',
  besides: 'in addition to',
  'by itself': 'automatically',
  'by themselves': 'automatically',
  courier: 'sender',
  custody: 'retention',
  'for good': 'permanently',
  'go on': 'continue',
  'goes on': 'continues',
  'in time': 'before the deadline',
  'in turn': 'sequentially',
  'is asked': 'is requested, is prompted',
  'is looked at': 'is checked',
  'is not to be': 'must not be',
  'is said': 'is reported, is shown',
  'is there': 'exists',
  'is to be': 'must be, will be',
  'is told': 'is notified, sees',
  lie: 'is stored, are stored',
  lies: 'is stored',
  meanwhile: 'in the meantime, concurrently',
  neighbour: 'replica',
  nobody: 'no user, no patient',
  'of its own': 'separate, dedicated',
  'of late': 'recently',
  'one by one': 'sequentially',
  parcel: 'transfer',
  provider: 'server',
  'put away': 'dismiss, close',
  'put over': 'overwrite',
  refusal: 'rejection, error',
  refused: 'rejected',
  refuses: 'rejects',
  road: 'flow, path',
  'said so': 'reported',
  'so many': 'up to N, that many',
  somebody: 'a user, a receptionist, a doctor, a patient',
  stands: 'is shown, is stored, is',
  'was told': 'was notified',
  'went on': 'continued',
  whoever: 'the user who, or the role',
  whom: 'the role',
};

/** Words that make a comment or title a fragment when it begins with them. */
const FRAGMENT_STARTS = [
  'Also',
  'And',
  'Asked',
  'Beside',
  'Besides',
  'But',
  'Kept',
  'Known',
  'Left',
  'Made',
  'Meant',
  'Neither',
  'Nobody',
  'None',
  'Nothing',
  'Or',
  'Said',
  'Seen',
  'Somebody',
  'Taken',
  'Then',
  'There',
  'Those',
  'Told',
  'What',
  'Whatever',
  'Whether',
  'Who',
  'Whoever',
  'Whom',
  'Whose',
];

const ALLOWED_TEXTS = {
  'PROVIDER ': 'the base contract’s own name in a quotation',
  'provider host': 'term of the base contract, explained in the glossary',
};

const escapeForPattern = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Returns a pattern for the words; of words with a common start, it prefers the longest. */
const createWordPattern = (words) =>
  new RegExp(
    String.raw`(?<![\w-])(?:${Object.keys(words)
      .toSorted((one, other) => other.length - one.length)
      .map(escapeForPattern)
      .join('|')})(?![\w-])`,
    'gi',
  );
const LISTED_WORD_PATTERN = createWordPattern(WORD_REPLACEMENTS);
const FRAGMENT_PATTERN = new RegExp(String.raw`^(?:${FRAGMENT_STARTS.join('|')})\b`, 'i');
/** Quotations, which are not checked: code, labels on screen, Spanish. */
const QUOTATION_PATTERN = /`[^`]*`|«[^»]*»|“[^”]*”|(?<!\w)'[^'\n]*'(?!\w)|"[^"\n]*"/g;

/** Returns the text without quotations and allowed texts. */
function removeQuotations(text) {
  let plain = text.replaceAll(QUOTATION_PATTERN, ' ');
  for (const allowed of Object.keys(ALLOWED_TEXTS)) plain = plain.replaceAll(allowed, ' ');
  return plain;
}

/**
 * Returns a sentence for each forbidden word or fragment, with the replacement.
 * @param text one comment, title, paragraph or commit subject, without its markers
 */
export function findWordingProblems(text, { mayBeFragment = false } = {}) {
  const words = [...removeQuotations(text).matchAll(LISTED_WORD_PATTERN)].map(
    ([word]) => `'${word}': write ${WORD_REPLACEMENTS[word.toLowerCase()] ?? 'another word'}`,
  );
  const start = FRAGMENT_PATTERN.exec(text.trim())?.[0];
  return start && !mayBeFragment ? [...words, `begins with '${start}': write a whole sentence`] : words;
}

const MAX_SUBJECT_LENGTH = 72;
/** Words in the past tense, the third person or the gerund, with which a commit subject must not begin. */
const NON_IMPERATIVE_PATTERN =
  /^(?:added|adds|adding|fixed|fixes|fixing|removed|removes|updated|updates|changed|changes)\b/i;

/**
 * @returns the violations in the subject of a commit. Subjects that Git writes for merges, reverts and fixups are not checked.
 */
export function findSubjectProblems(subject) {
  if (/^(?:Merge|Revert|fixup!|squash!|amend!)/.test(subject)) return [];
  const [, , said = subject] = /^([\w ,/.-]{1,24}): (.+)$/.exec(subject) ?? [];
  return [
    ...(subject.length > MAX_SUBJECT_LENGTH
      ? [`has ${subject.length} characters: at most ${MAX_SUBJECT_LENGTH}`]
      : []),
    ...(NON_IMPERATIVE_PATTERN.test(said)
      ? ['begins with no imperative: write "add", not "added" or "adds"']
      : []),
    ...findWordingProblems(said),
  ];
}

/** Additional words that the OpenAPI document must not use; in other texts they also have allowed meanings. */
const API_WORD_REPLACEMENTS = {
  alone: 'only',
  annulled: 'voided',
  answer: 'response',
  answered: 'returned, responded',
  answers: 'returns, responds',
  ask: 'request',
  asked: 'requested',
  asks: 'requests',
  closing: 'signed version',
  closings: 'signed versions',
  everybody: 'all users',
  goes: 'is',
  ours: 'of this server, an extension',
  paper: 'document',
  person: 'patient, user',
  refuse: 'reject',
  said: 'reported',
  say: 'state',
  says: 'states',
  tell: 'report, get, check',
  tells: 'states, is true when',
  told: 'notified, shown',
  words: 'text',
};
const API_WORD_PATTERN = createWordPattern(API_WORD_REPLACEMENTS);

/** @returns the findings about a text of the OpenAPI document */
export const findApiTextProblems = (text) => [
  ...findWordingProblems(text),
  ...[...removeQuotations(text).matchAll(API_WORD_PATTERN)].map(
    ([word]) => `'${word}': write ${API_WORD_REPLACEMENTS[word.toLowerCase()]}`,
  ),
];

const MAX_SUMMARY_LENGTH = 60;
/** Verbs with which the summary of a call begins. */
const SUMMARY_VERB_PATTERN =
  /^(?:Activate|Add|Attach|Bind|Change|Check|Correct|Count|Create|Find|Get|Link|List|Record|Register|Remove|Rename|Reopen|Replace|Report|Request|Save|Set|Sign|Suspend|Update|Upload|Verify)\b/;

/** @returns the violations in the summary of a call in the OpenAPI document, apart from forbidden words */
export const findSummaryProblems = (summary) => [
  ...(summary.length > MAX_SUMMARY_LENGTH
    ? [`has ${summary.length} characters: at most ${MAX_SUMMARY_LENGTH}`]
    : []),
  ...(SUMMARY_VERB_PATTERN.test(summary) ? [] : ['begins with no verb of SUMMARY_VERBS']),
  ...(summary.endsWith('.') ? ['ends with a full stop'] : []),
];
