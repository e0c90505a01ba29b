import { describe, expect, it } from 'vitest';
import type { BrigadeFacts } from '#domain/brigade/checks.ts';
import { checkTimeText } from './check-messages.ts';

const at = (time: string): number => Date.parse(`2026-11-30T${time}:00-05:00`);

describe('checkTimeText', () => {
  it.each<[Pick<BrigadeFacts, 'people' | 'catalogsReadAt'>, RegExp]>([
    [{ people: { count: 2, readAt: at('18:40') }, catalogsReadAt: at('07:15') }, /el 30\/11\/2026 07:15\.$/],
    [{ people: { count: 2, readAt: at('06:30') }, catalogsReadAt: at('07:15') }, /el 30\/11\/2026 06:30\.$/],
    [{ people: null, catalogsReadAt: at('07:15') }, /Todavía no se descargó todo del servidor\.$/],
    [
      { people: { count: 2, readAt: at('18:40') }, catalogsReadAt: null },
      /Todavía no se descargó todo del servidor\.$/,
    ],
  ])('P11.73 shows the time of the oldest data of the user (%o)', (facts, text) => {
    expect(checkTimeText(facts as BrigadeFacts, at('19:00'))).toMatch(text);
  });
});
