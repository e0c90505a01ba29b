export const API_AREAS = {
  Sessions: 'Signing in and out, the own session, passwords and links.',
  Reception: 'What the front desk does: find a person, register an evaluation, send its photo and signature.',
  Evaluations: 'What a doctor does: read, write results and notes, attach files, sign, reopen and print.',
  Catalogues:
    'Evaluation types, companies, exams, doctors, occupations and phrases of notes; options for choices.',
  Branches: 'The branches of the clinic and how the own one presents itself.',
  Users: 'Accounts, their permissions and their branch.',
  Devices: 'What tablets report of themselves, and who looks after them.',
  Insight: 'Figures of the start page and the activity log.',
  Service: 'Whether the provider is there.',
} as const satisfies Record<string, string>;

export type ApiArea = keyof typeof API_AREAS;
