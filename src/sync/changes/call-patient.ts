import type { WaitingCall } from '#contract/records/waiting-room.ts';
import { sendRequest } from '../requests/api-request.ts';
import { saveResultOf, type SaveResult } from '../requests/saving.ts';

/** Calls the patient of the evaluation to the room. A retry within ten seconds is the same call. */
export const callPatient = async (id: string, room: string): Promise<SaveResult<WaitingCall>> =>
  saveResultOf(await sendRequest('callPatient', { params: { id }, body: { room } }));
