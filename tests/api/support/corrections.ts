import { Registration } from '#contract/records/evaluation/corrections.ts';
import { type Caller, type Reply, responseOf } from './server.ts';

export const CORRECTION_REASON = 'Recepción escribió otro dato.';

export const sendCorrection = (
  who: Caller,
  id: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  who.send('PATCH', `/evaluations/${id}/registration`, {
    json: { reason: CORRECTION_REASON, ...body },
    headers,
  });

export async function correctRegistration(
  who: Caller,
  id: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Registration> {
  const reply = await sendCorrection(who, id, body, headers);
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
  return responseOf(Registration, reply);
}
