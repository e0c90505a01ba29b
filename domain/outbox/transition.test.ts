import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemEvent, ItemState, OutboxItem } from './item.ts';
import {
  IllegalTransition,
  ALLOWED_STATES_BY_EVENT,
  computeItemDueTime,
  isRetryWaitOver,
  isEventAllowed,
  applyItemEvent,
} from './transition.ts';

const NOW = 1_750_000_000_000;
const timeArbitrary = fc.integer({ min: 0, max: 2 * NOW });
const waitCauseArbitrary = fc.constantFrom('no_answer', 'timeout', 'portal', 'busy' as const);
const rejectionArbitrary = fc.record({
  status: fc.integer({ min: 400, max: 499 }),
  code: fc.option(fc.oneof(fc.string(), fc.constant('outcome_unknown'))),
  message: fc.string(),
  details: fc.constant([]),
});
const isUnsureArbitrary = fc.option(fc.constant(true as const), { nil: undefined });
const itemStateArbitrary: fc.Arbitrary<ItemState> = fc.oneof(
  fc.record({ name: fc.constant('queued' as const), isUnsure: isUnsureArbitrary }),
  fc.record({ name: fc.constant('sending' as const), since: timeArbitrary, isUnsure: isUnsureArbitrary }),
  fc.record({
    name: fc.constant('waiting' as const),
    since: timeArbitrary,
    until: timeArbitrary,
    cause: waitCauseArbitrary,
  }),
  fc.record({
    name: fc.constant('attention' as const),
    since: timeArbitrary,
    refusal: rejectionArbitrary,
    correctable: fc.boolean(),
  }),
  fc.record({ name: fc.constant('delivered' as const), at: timeArbitrary, remoteId: fc.uuid() }),
);
const itemArbitrary: fc.Arbitrary<OutboxItem> = fc.record({
  id: fc.uuid(),
  entryId: fc.uuid(),
  ownerId: fc.uuid(),
  branchId: fc.uuid(),
  kind: fc.constantFrom('evaluation', 'correction', 'photo', 'signature' as const),
  key: fc.uuid(),
  attempts: fc.nat(1_000),
  state: itemStateArbitrary,
});
const itemEventArbitrary: fc.Arbitrary<ItemEvent> = fc.oneof(
  fc.constantFrom(
    { type: 'claim' as const },
    { type: 'release' as const },
    { type: 'put_back' as const },
    { type: 'copy_out' as const },
    { type: 'orphan' as const },
    { type: 'retry' as const },
  ),
  fc.record({ type: fc.constant('deliver' as const), remoteId: fc.uuid() }),
  fc.record({
    type: fc.constant('defer' as const),
    cause: waitCauseArbitrary,
    retryAfter: fc.option(fc.nat(10_000_000)),
    jitter: fc.double({ min: 0, max: 0.999, noNaN: true }),
    refusal: fc.option(rejectionArbitrary, { nil: undefined }),
  }),
  fc.record({ type: fc.constant('refuse' as const), refusal: rejectionArbitrary }),
  fc.record({ type: fc.constant('correct' as const), key: fc.uuid() }),
);

const isEditableRejectedItem = ({ state: now }: OutboxItem): boolean =>
  now.name === 'attention' && now.correctable;

function tryItemEvent(before: OutboxItem, happening: ItemEvent): OutboxItem | null {
  try {
    return applyItemEvent(before, happening, NOW);
  } catch (error) {
    if (error instanceof IllegalTransition) return null;
    throw error;
  }
}

describe('state of an outbox item', () => {
  it('S5 an item allows an event only in the states that `ALLOWED_STATES_BY_EVENT` lists for this event', () => {
    fc.assert(
      fc.property(itemArbitrary, itemEventArbitrary, (before, happening) => {
        expect(tryItemEvent(before, happening) !== null).toBe(isEventAllowed(before, happening));
      }),
    );
  });

  it('S5 an event changes only the state, the idempotency key and the attempts of an item, and returns a new item object', () => {
    fc.assert(
      fc.property(itemArbitrary, itemEventArbitrary, (before, happening) => {
        const copy = structuredClone(before);
        const after = tryItemEvent(before, happening);
        expect(before).toEqual(copy);
        if (after)
          expect({ ...after, state: 0, key: 0, attempts: 0 }).toEqual({
            ...before,
            state: 0,
            key: 0,
            attempts: 0,
          });
      }),
    );
  });

  it('S7 an item keeps its idempotency key through every retry; only edited content gets a new key', () => {
    fc.assert(
      fc.property(itemArbitrary, fc.array(itemEventArbitrary, { maxLength: 60 }), (first, events) => {
        let current = first;
        for (const happening of events) {
          const next = tryItemEvent(current, happening) ?? current;
          if (next.key !== current.key) expect(happening.type).toBe('correct');
          current = next;
        }
      }),
    );
  });

  it('S7 S30 P10.281 the content of an item can be replaced only before the first send or after the server rejected the content', () => {
    expect(ALLOWED_STATES_BY_EVENT.correct).toEqual(['queued', 'attention']);
    fc.assert(
      fc.property(itemArbitrary, (before) => {
        const { state: now, attempts } = before;
        const isUnsent = now.name === 'queued' && attempts === 0 && now.isUnsure === undefined;
        const isAllowed = isUnsent || isEditableRejectedItem(before);
        expect(isEventAllowed(before, { type: 'correct', key: 'another' })).toBe(isAllowed);
      }),
    );
  });

  it('S7 S30 P10.281 the content of an item is never replaced when the outcome of a send is unknown', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.array(itemEventArbitrary, { maxLength: 60 }), (id, events) => {
        let current: OutboxItem = {
          ...fc.sample(itemArbitrary, 1)[0]!,
          id,
          attempts: 0,
          state: { name: 'queued' },
        };
        /** True when a send has begun and no later response proved that the server stored nothing. */
        let mayExist = false;
        for (const happening of events) {
          const next = tryItemEvent(current, happening);
          if (!next) continue;
          if (happening.type === 'correct') expect(mayExist).toBe(false);
          if (['defer', 'release', 'orphan', 'deliver'].includes(happening.type)) mayExist = true;
          if (happening.type === 'refuse') mayExist = !isEditableRejectedItem(next);
          current = next;
        }
      }),
    );
  });

  it.each([
    [400, 'validation_failed', true],
    [422, 'file_invalid', true],
    [0, 'picture_lost', true],
    [403, 'forbidden', false],
    [404, 'not_found', false],
    [422, 'idempotency_mismatch', false],
    [409, 'already_registered', false],
    [422, 'answer_unclear', false],
    [0, 'outcome_unknown', false],
    [0, 'other_branch', false],
    [0, 'body_lost', false],
  ])(
    'S7 after the rejection %i %s, the item states whether the user can edit its content: %s',
    (status, code, correctable) => {
      const sending: OutboxItem = {
        ...fc.sample(itemArbitrary, 1)[0]!,
        state: { name: 'sending', since: NOW },
      };
      const given = { status, code, message: '', details: [] };
      const after = applyItemEvent(sending, { type: 'refuse', refusal: given }, NOW);
      expect(after.state).toMatchObject({ name: 'attention', correctable });
      expect(isEventAllowed(after, { type: 'correct', key: 'another' })).toBe(correctable);
    },
  );

  it('S4 a delivered item stays delivered whatever event follows', () => {
    fc.assert(
      fc.property(
        itemArbitrary,
        itemEventArbitrary,
        timeArbitrary,
        fc.uuid(),
        (before, happening, at, remoteId) => {
          expect(
            tryItemEvent({ ...before, state: { name: 'delivered', at, remoteId } }, happening),
          ).toBeNull();
        },
      ),
    );
  });

  it('S8 an item can always be sent again, however many sends have failed', () => {
    let current: OutboxItem = { ...fc.sample(itemArbitrary, 1)[0]!, attempts: 0, state: { name: 'queued' } };
    for (let round = 0; round < 5_000; round += 1) {
      current = applyItemEvent(current, { type: 'claim' }, NOW);
      current = applyItemEvent(
        current,
        { type: 'defer', cause: 'no_answer', retryAfter: null, jitter: 0.5 },
        NOW,
      );
    }
    expect(current.attempts).toBe(5_000);
    expect(current.state).toMatchObject({ name: 'waiting', until: NOW + 15_000 });
  });

  it('S12 images become due only when their evaluation has been delivered', () => {
    fc.assert(
      fc.property(itemArbitrary, itemArbitrary, (evaluation, medium) => {
        const due = computeItemDueTime(medium, evaluation);
        if (evaluation.state.name !== 'delivered') expect(due).toBeNull();
        else expect(due).toBe(computeItemDueTime(medium, null));
      }),
    );
  });

  it('S4 an item is never due while it requires a user’s action, is being sent or is delivered', () => {
    for (const sample of fc.sample(itemArbitrary, 500)) {
      const goes = ['queued', 'waiting'].includes(sample.state.name);
      expect(computeItemDueTime(sample, null) !== null).toBe(goes);
    }
  });

  it('S8 an item whose wait began in the future, because the clock was set back, becomes due', () => {
    const waiting = { name: 'waiting', since: NOW, until: NOW + 30_000, cause: 'busy' } as const;
    expect(isRetryWaitOver(waiting, NOW + 29_999)).toBe(false);
    expect(isRetryWaitOver(waiting, NOW + 30_000)).toBe(true);
    expect(isRetryWaitOver(waiting, NOW - 86_400_000)).toBe(true);
  });
});
