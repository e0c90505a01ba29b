import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useRef, useState, type RefObject } from 'react';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { readRoom } from '#storage/device/room.ts';
import { callPatient } from '#sync/changes/call-patient.ts';
import { saveFailureOf, saveFailureReasonText } from '#sync/messages/failure-text.ts';
import { fetchCallOptions, readCachedCallOptions } from '#sync/reads/call-options.ts';
import type { CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import { createCacheThenNetworkPersister } from '#ui/hooks/cache-then-network.ts';

/** Result of the last call of a patient on this screen. */
type CallState =
  | { readonly name: 'calling' }
  /** `at`: time of the call, ms since the epoch. */
  | { readonly name: 'called'; readonly at: number }
  | { readonly name: 'failed'; readonly text: string };

const OFFLINE_CALL_TEXT = 'Para llamar se necesita conexión con el servidor.';
const CALL_FAILED_TEXT = 'No se pudo llamar.';

export interface PatientCalls {
  readonly room: string;
  /** True after a user pressed 'Llamar' without a room. */
  readonly isRoomMissing: boolean;
  readonly roomInput: RefObject<HTMLInputElement | null>;
  readonly stateOf: (evaluationId: string) => CallState | null;
  readonly setRoom: (room: string) => void;
  readonly call: (evaluationId: string) => void;
}

/** Returns true if the branch has a waiting-room screen; false with a base-contract server. */
function useHasBoards(reader: CacheOwner): boolean {
  const { data } = useQuery({
    queryKey: ['call-options', reader.ownerId, reader.branchId] satisfies QueryKey,
    queryFn: () => fetchCallOptions(reader),
    persister: createCacheThenNetworkPersister(() => readCachedCallOptions(reader)),
    staleTime: CACHE_LIFETIME_MS.evaluation,
  });
  return data?.has_boards ?? false;
}

async function sendCall(evaluationId: string, room: string): Promise<CallState> {
  const result = await callPatient(evaluationId, room);
  if (result.type === 'saved') return { name: 'called', at: Date.parse(result.body.called_at) };
  return { name: 'failed', text: saveFailureReasonText(saveFailureOf(result, CALL_FAILED_TEXT)) };
}

/** Calls patients to the room of this device; null if the branch has no waiting-room screen. */
export function usePatientCalls(reader: CacheOwner, asking: boolean): PatientCalls | null {
  const hasBoards = useHasBoards(reader);
  const stored = useLiveQuery(readRoom);
  const [entered, setRoom] = useState<string | null>(null);
  const [isRoomMissing, setIsRoomMissing] = useState(false);
  const [states, setStates] = useState<Readonly<Record<string, CallState>>>({});
  const roomInput = useRef<HTMLInputElement>(null);
  if (!hasBoards || stored === undefined) return null;
  const room = entered ?? stored;
  const setState = (id: string, state: CallState) => setStates((before) => ({ ...before, [id]: state }));
  const call = (id: string) => {
    setIsRoomMissing(room === '');
    if (room === '') return roomInput.current?.focus();
    if (!asking) return setState(id, { name: 'failed', text: OFFLINE_CALL_TEXT });
    setState(id, { name: 'calling' });
    sendCall(id, room).then(
      (state) => setState(id, state),
      (error: unknown) => {
        setState(id, { name: 'failed', text: CALL_FAILED_TEXT });
        reportError(error);
      },
    );
  };
  return { room, isRoomMissing, roomInput, setRoom, call, stateOf: (id) => states[id] ?? null };
}
