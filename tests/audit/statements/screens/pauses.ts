import type { Statement } from '../statement.ts';

/** Audited requirements of P9 (base contract) on screens: the delay of a search and the height of the signature pad. */
export const statements = [
  { id: 'pauses-1', section: 'P9', says: 'The search of the list of evaluations waits 400 ms' },
  { id: 'pauses-2', section: 'P9', says: 'The search of companies and of branches waits 400 ms' },
  { id: 'pauses-3', section: 'P9', says: 'The search of types, exams and doctors waits 300 ms' },
  { id: 'pauses-4', section: 'P9', says: 'The search of users waits 300 ms' },
  { id: 'pauses-5', section: 'P9', says: 'The company filter of the list waits 300 ms' },
  { id: 'pauses-6', section: 'P9', says: 'A combobox waits 200 ms, and asks for 20' },
  { id: 'pauses-7', section: 'P9', says: 'The search of occupations waits 200 ms, and asks for 25' },
  { id: 'pauses-8', section: 'P9', says: 'One signs on 220 px' },
  { id: 'pauses-9', section: 'P9', says: 'In full screen one signs on 320 to 720 px' },
  {
    id: 'pauses-10',
    section: 'P9',
    says: 'So it is on a phone on its side, 390 px high',
    onPurpose:
      'There the pad takes what its buttons leave: a button out of sight would keep the patient in the dialog',
  },
] as const satisfies readonly Statement[];
