import { expect, it } from 'vitest';
import { compareAnnounced, type AnnouncedOnServer, type AnnouncedRegistration } from './compare-announced.ts';

const person = (patch: Partial<AnnouncedOnServer> = {}): AnnouncedOnServer => ({
  id: 'p1',
  list: 'l1',
  state: 'registered',
  document: '97',
  ...patch,
});
const registration = (patch: Partial<AnnouncedRegistration> = {}): AnnouncedRegistration => ({
  person: 'p1',
  evaluation: 'e1',
  repeated: false,
  document: '97',
  ...patch,
});
const compare = (
  people: AnnouncedOnServer[],
  registrations: AnnouncedRegistration[],
  arrivedIds: string[] = [],
) =>
  compareAnnounced(people, registrations, {
    confirmed: [
      { document: '97', expectedId: 'p1' },
      { document: '95', expectedId: 'p1' },
    ].slice(0, registrations.some(({ document }) => document === '95') ? 2 : 1),
    isUncertain: (document) => document === '98',
    arrivedIds,
  });

it.each<[what: string, found: string[], expected: RegExp | null]>([
  ['nothing when all is as confirmed', compare([person()], [registration()]), null],
  [
    'nothing for a second evaluation and one that nobody was told of',
    compare(
      [person()],
      [
        registration(),
        registration({ evaluation: 'e2', repeated: true, document: '95' }),
        registration({ evaluation: 'e3', repeated: true, document: '98' }),
      ],
    ),
    null,
  ],
  [
    'a registration without its person',
    compare([person({ state: 'arrived' })], []),
    /^not connected once: 97/,
  ],
  ['a registered person without evaluation', compare([person({ id: 'p2' })], []), /^97 is registered with 0/],
  [
    'a person who is not registered',
    compare([person({ state: 'no_show' })], [registration()]),
    /^97 is no_show/,
  ],
  [
    'a second first evaluation',
    compare([person()], [registration(), registration({ evaluation: 'e2', document: '95' })]),
    /^97 has not one first/,
  ],
  [
    'an evaluation that nobody confirmed',
    compare([person()], [registration(), registration({ evaluation: 'e2', repeated: true, document: '99' })]),
    /^nobody registered 97 by 99/,
  ],
  [
    'a lost arrival',
    compare([person({ id: 'p2', state: 'expected' })], [], ['p2']),
    /^97 arrived and is expected/,
  ],
])('P11.13 chaos run finds %s', (_what, found, expected) => {
  if (expected) expect(found).toContainEqual(expect.stringMatching(expected));
  else expect(found).toEqual([]);
});
