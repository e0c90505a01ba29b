import { formatTime } from '#domain/time/format.ts';
import { createElement, elementById } from '#verification/elements.ts';
import { type BoardCall, type BoardState, callAnnouncement, linkNotice, shownCalls } from './board-state.ts';

/** Number of characters from which the main text of a previous call is smaller. */
const LONG_TEXT_LENGTH = 6;

function setText(id: string, text: string): void {
  const element = elementById(id);
  // An unchanged text is not written, so that screen readers do not read it again.
  if (element.textContent !== text) element.textContent = text;
}

/** Returns the main text of a call and the text below it. A patient without queue number is called by name. */
const callTexts = ({ turn, name }: BoardCall): readonly [main: string, below: string] =>
  turn === null ? [name ?? '', ''] : [turn, name ?? ''];

const callTime = ({ called_at: at }: BoardCall): string => formatTime(Date.parse(at));

function createCallRow(call: BoardCall): HTMLElement {
  const [main, below] = callTexts(call);
  const [row, who, where] = [createElement('li'), createElement('span'), createElement('span', call.room)];
  const number = createElement('b', main);
  number.toggleAttribute('data-long', main.length > LONG_TEXT_LENGTH);
  who.append(number, ...(below === '' ? [] : [createElement('small', below)]));
  where.append(createElement('time', callTime(call)));
  row.append(who, where);
  return row;
}

function showCurrentCall(call: BoardCall | undefined): void {
  const [main, below] = call ? callTexts(call) : ['', ''];
  elementById('current').hidden = call === undefined;
  elementById('none').hidden = call !== undefined;
  setText('number', main);
  // The styles divide the width by the length, so that 'ZZZ-9999' fits like 'B-4'.
  elementById('number').style.setProperty('--length', String(Math.max(1, main.length)));
  setText('name', below);
  setText('room', call?.room ?? '');
  setText('time', call ? callTime(call) : '');
}

/** Ids of the shown calls; the list is written again only if they change. */
let shownIds = '';

function showCalls(state: BoardState, now: number): void {
  const calls = shownCalls(state, now);
  const ids = calls.map(({ id, name }) => `${id} ${name}`).join();
  const isFirst = state.view === null;
  elementById('calls').hidden = isFirst;
  if (ids === shownIds && !isFirst) return;
  shownIds = ids;
  const [current, ...previous] = calls;
  showCurrentCall(current);
  elementById('previous').replaceChildren(...previous.map(createCallRow));
  elementById('previous-part').hidden = previous.length === 0;
}

/** Restarts the animation of the current call. */
function markCurrentAsNew(): void {
  const current = elementById('current');
  current.classList.remove('new');
  void current.offsetWidth;
  current.classList.add('new');
}

/** Shows the state. `arrived`: calls that came with the last response. */
export function showBoard(state: BoardState, arrived: readonly BoardCall[], now: number): void {
  setText('clinic', state.view?.clinic ?? 'Sala de espera');
  setText('branch', state.view?.branch ?? '');
  setText('clock', formatTime(now + state.clockOffsetMs));
  showCalls(state, now);
  const notice = linkNotice(state);
  setText('link', notice);
  elementById('link').hidden = notice === '';
  if (arrived.length === 0) return;
  markCurrentAsNew();
  setText('announcement', '');
  setText('announcement', callAnnouncement(arrived));
}
