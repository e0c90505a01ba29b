import * as z from 'zod/mini';
import { Instant, QueueNumber, Uuid, requiredLine } from '../primitives.ts';

/** Header with the token of a board. It is not part of the address, because proxies log addresses. */
export const BOARD_TOKEN_HEADER = 'x-board-token';

/** Contents of a board: queue numbers only, or also first name and initial of the surname. */
export const BOARD_CONTENTS = ['queue_numbers', 'first_names'] as const;
export type BoardContent = (typeof BOARD_CONTENTS)[number];

export const BOARD_LABEL_MAX_LENGTH = 60;
export const ROOM_MAX_LENGTH = 24;

export const WAITING_ROOM_ACTIVITY_ACTIONS = [
  'patient_called',
  'waiting_board_created',
  'waiting_board_revoked',
] as const;

export const WaitingBoardBody = z.object({
  label: requiredLine('Escribe un nombre para la pantalla.', BOARD_LABEL_MAX_LENGTH),
  shows: z.enum(BOARD_CONTENTS),
});
export type WaitingBoardBody = z.infer<typeof WaitingBoardBody>;

export const WaitingBoard = z.object({
  id: Uuid,
  label: z.string(),
  shows: z.enum(BOARD_CONTENTS),
  created_at: Instant,
  /** Time at which the link was revoked; null while it works. */
  revoked_at: z.nullable(Instant),
});
export type WaitingBoard = z.infer<typeof WaitingBoard>;

export const WaitingBoardList = z.object({ items: z.array(WaitingBoard) });
export type WaitingBoardList = z.infer<typeof WaitingBoardList>;

/** Board with the token of its link. No later response contains the token. */
export const CreatedWaitingBoard = z.extend(WaitingBoard, { token: z.string() });
export type CreatedWaitingBoard = z.infer<typeof CreatedWaitingBoard>;

export const CallBody = z.object({ room: requiredLine('Escribe tu consultorio.', ROOM_MAX_LENGTH) });
export type CallBody = z.infer<typeof CallBody>;

export const WaitingCall = z.object({
  id: Uuid,
  /** Queue number that the boards show; null without one, or if it belongs to an earlier day. */
  turn: z.nullable(QueueNumber),
  room: z.string(),
  called_at: Instant,
});
export type WaitingCall = z.infer<typeof WaitingCall>;

/** GET /me/waiting-room: whether the active branch has boards, and whether one of them shows names. */
export const CallOptions = z.object({ has_boards: z.boolean(), shows_names: z.boolean() });
export type CallOptions = z.infer<typeof CallOptions>;

export const BOARD_CALLS_MAX = 8;

/** Maximum number of boards of a branch that work at the same time. */
export const WORKING_BOARDS_MAX = 20;

/** Time in ms between two requests of a board. */
export const BOARD_POLL_INTERVAL_MS = 3_000;

/** GET /board: data that a board shows. The server reads the names at each request; they are not stored with the calls. */
export const BoardView = z.object({
  clinic: z.string(),
  branch: z.string(),
  server_time: Instant,
  /** Version of the page that this server serves; an open page with another version reloads. */
  page_version: z.string(),
  /** Last call of each patient called today, newest first. */
  calls: z
    .array(
      z.extend(WaitingCall, {
        /** First name and initial of the surname; null on a board of queue numbers. */
        name: z.nullable(z.string()),
      }),
    )
    .check(z.maxLength(BOARD_CALLS_MAX)),
});
export type BoardView = z.infer<typeof BoardView>;

const WaitFigures = z.object({
  /** Number of patients who were called, or whose care began. */
  count: z.int().check(z.minimum(0)),
  /** Minutes; null without a patient. */
  median_minutes: z.nullable(z.int().check(z.minimum(0))),
  longest_minutes: z.nullable(z.int().check(z.minimum(0))),
});
export type WaitFigures = z.infer<typeof WaitFigures>;

/**
 * GET /dashboard/waiting-times: waiting times by the hour of the registration, in Bogotá's time zone. Hours without a patient
 * are omitted.
 */
export const WaitingTimes = z.object({
  generated_at: Instant,
  hours: z.array(
    z.object({
      hour: z.int().check(z.minimum(0), z.maximum(23)),
      today: WaitFigures,
      /** Today and the six days before. */
      week: WaitFigures,
    }),
  ),
});
export type WaitingTimes = z.infer<typeof WaitingTimes>;
