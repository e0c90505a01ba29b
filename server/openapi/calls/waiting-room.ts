import type { CallDescriptions } from '../call-description.ts';

export const waitingRoomCalls = {
  listWaitingBoards: 'List the waiting-room screens of the active branch.',
  createWaitingBoard:
    'Create a waiting-room screen. Only this response contains the `token` of its link, `/board#TOKEN`. A branch has at most 20 screens that work.',
  revokeWaitingBoard: {
    text: 'Remove the link of a waiting-room screen. Removing it again changes nothing.',
    answer: { revoked_at: '2026-11-20T15:30:00.000Z' },
  },
  callOptions:
    'Get whether the active branch has waiting-room screens. `shows_names` is true if one of them shows first names.',
  callPatient: {
    text: 'Record that a patient is called to a room. The evaluation must be open. A second call to the same room within ten seconds returns the first one. A patient is called at most thirty times in a day. A patient without a queue number of today is called only if a screen shows first names.',
    codes: ['evaluation_closed', 'requirements_missing', 'rate_limited'],
  },
  waitingTimes:
    'Get the waits of the active branch by hour. Covers today and the last seven days. A wait ends with the first call or the start of care, on the day of the registration.',
  boardView: {
    text: 'Get the calls that a waiting-room screen shows. Requires the token of its link and no session. Returns the last eight patients called today. The requests of a screen are limited, and those of a client address with unknown tokens.',
    codes: ['not_found', 'rate_limited'],
    headers: ['X-Board-Token'],
  },
} as const satisfies Partial<CallDescriptions>;
