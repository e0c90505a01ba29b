import { setTimeout as pause } from 'node:timers/promises';
import { endSessions, hire, type Member } from '#tests/support/provider/clinic.ts';
import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { portalPage } from '#tests/support/faults/fault.ts';
import { bundle } from '#tests/support/provider/page-program.ts';
import { visitor } from '#tests/support/base/people.ts';
import { startProvider, type ProviderProcess } from '#tests/support/provider/provider-process.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import type { Page } from '@playwright/test';
import type { ChaosReport } from './report.ts';
import { Reckoning } from './reckoning.ts';
import { Faults, schedule, type EventName, type Round, type Shift } from './schedule.ts';
import { SCRIPT, Tablet } from './tablet.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly evaluations: number;
  /** A provider that runs already; one of its own otherwise. */
  readonly clinic?: ProviderProcess;
  readonly onProgress: (line: string) => void;
}

/** A kill has to come while it lasts, more often than not. */
const SLOWER_THAN_TAKING_IN = 3;

class Run {
  readonly reckoning = new Reckoning();
  readonly events = new Map<EventName, number>();
  byHand = 0;
  handedOver = 0;
  rescued = 0;
  readonly #clinic: ProviderProcess;
  readonly #line: FaultProxy;
  readonly #faults: Faults;
  readonly #tell: (line: string) => void;
  #switchedOn: Tablet | null = null;
  #here: Member | null = null;

  constructor(clinic: ProviderProcess, line: FaultProxy, faults: Faults, tell: (line: string) => void) {
    [this.#clinic, this.#line, this.#faults, this.#tell] = [clinic, line, faults, tell];
  }

  get #member(): Member {
    if (!this.#here) throw new Error('nobody is at the tablet');
    return this.#here;
  }

  get #tablet(): Tablet {
    if (!this.#switchedOn) throw new Error('no shift has begun');
    return this.#switchedOn;
  }

  async shift({ rounds }: Shift): Promise<string[]> {
    const people: [Member, Member] = [await hire(this.#clinic), await hire(this.#clinic)];
    this.#switchedOn = new Tablet(this.#line);
    try {
      await this.#begin(people);
      for (const round of rounds) await this.#round(round, people);
      await this.#end(people);
      const differences = await this.reckoning.differences(this.#clinic, people);
      if (differences.length > 0)
        this.#tell(`the tablet in the end: ${JSON.stringify(await this.#tablet.call('inventory', []))}`);
      return differences;
    } finally {
      await this.#tablet.destroy();
    }
  }

  /** Both have signed in here once, so that each can come in without network. */
  async #begin([first, second]: [Member, Member]): Promise<void> {
    await this.#tablet.switchOn();
    await this.#tablet.desk.signIn(first, '/home');
    await this.#tablet.signIn(second);
    await this.#arrive(first);
  }

  async #arrive(member: Member): Promise<void> {
    await this.#tablet.signIn(member);
    this.#here = member;
  }

  // ---------------------------------------------------------------- one round

  async #round(round: Round, people: [Member, Member]): Promise<void> {
    this.events.set(round.event, (this.events.get(round.event) ?? 0) + 1);
    if (round.byHand) await this.#registerByHand();
    this.#faults.faulty = round.faulty;
    this.#line.chooseFaults(({ kind }) => (kind === null ? null : this.#faults.next()));
    await this.#happen(round, people);
    await this.#arrive(this.#member);
    const { unsent } = await this.#tablet.standing();
    const { length } = this.reckoning.confirmed;
    this.#tell(`${round.event}: ${length} confirmed, ${unsent} on their way`);
  }

  async #registerByHand(): Promise<void> {
    const { desk } = this.#tablet;
    const person = visitor();
    await desk.open('/reception');
    await desk.reachConfirmation(person);
    await desk.capture(await samplePhoto());
    // What the ladder makes of the photo is known to the tablet alone, and only until it has gone.
    const held = this.#line.hold({ kind: 'evaluation' }, 'before');
    await desk.confirm();
    await desk.button('Registrar otra evaluación').waitFor();
    const confirmed = await this.#tablet.call('lastConfirmed', []);
    this.reckoning.isConfirmed({ document: person.document, userId: this.#member.id, ...confirmed });
    this.byHand += 1;
    held.release();
    await this.#tablet.open(this.#tablet.page);
  }

  /** People register while it happens; where the tab dies under them, they go on afterwards. */
  async #happen(round: Round, people: [Member, Member]): Promise<void> {
    switch (round.event) {
      case 'nothing':
      case 'portal':
      case 'line_down':
      case 'connections_refused':
      case 'kill_provider':
      case 'clock_jump':
      case 'end_sessions':
        await Promise.all([this.#register(round.captures), this.#accident(round)]);
        return;
      case 'kill_tab':
      case 'kill_browser': {
        const how = round.dies ? 'park' : 'capture';
        const [done] = await Promise.all([this.#register(round.captures, how), this.#accident(round)]);
        await this.#arrive(this.#member);
        if (round.dies) await this.#tablet.call('confirmWaiting', []);
        return this.#register(round.captures - done).then(() => undefined);
      }
      case 'second_tab':
        return this.#inTwoTabs(round);
      case 'switch_user':
        await this.#register(Math.ceil(round.captures / 2));
        await this.#arrive(this.#other(people));
        await this.#register(Math.floor(round.captures / 2));
        return;
      case 'switch_user_offline':
        return this.#switchOffline(round, people);
      case 'hand_over':
        return this.#handOver(round, people);
      case 'rescue':
        return this.#rescue(round, people);
      case 'lose_database':
        return this.#loseDatabase(round, people);
    }
  }

  /** The browser takes it for damaged. Who could come in without network has to sign in with one again. */
  async #loseDatabase({ captures }: Round, people: [Member, Member]): Promise<void> {
    await this.#register(captures);
    await this.#tablet.loseDatabase();
    await this.#arrive(this.#other(people));
    await this.#arrive(this.#other(people));
    await this.#tablet.desk.catalogsAreHere();
  }

  #other([first, second]: [Member, Member]): Member {
    return this.#here === first ? second : first;
  }

  async #accident({ event, after, lasts, jump }: Round): Promise<void> {
    await pause(after);
    switch (event) {
      case 'portal':
        this.#line.inject({ path: /^\/api\// }, portalPage, Infinity);
        await pause(lasts);
        return this.#line.heal();
      case 'line_down':
        this.#line.goDown();
        await pause(lasts);
        return this.#line.comeUp();
      case 'connections_refused':
        await this.#line.refuseConnections();
        await pause(lasts);
        return this.#line.acceptConnections();
      case 'kill_provider':
        await this.#clinic.kill();
        await pause(lasts);
        return this.#clinic.start();
      case 'clock_jump':
        return this.#tablet.jump(jump);
      case 'end_sessions':
        return endSessions(this.#clinic, this.#member);
      case 'kill_tab':
        return this.#tablet.killTab();
      case 'kill_browser':
        return this.#tablet.killBrowser();
      case 'nothing':
      case 'second_tab':
      case 'switch_user':
      case 'switch_user_offline':
      case 'hand_over':
      case 'rescue':
      case 'lose_database':
        return;
    }
  }

  /** How many were tried. `mayDie`: the page may go in the middle of that call; then nobody was told of the last one. */
  async #register(count: number, mayDie?: 'capture' | 'park', page?: Page): Promise<number> {
    for (let nth = 1; nth <= count; nth += 1) {
      const { document } = visitor();
      this.reckoning.tried(document);
      try {
        this.reckoning.isConfirmed(await this.#tablet.call(mayDie ?? 'capture', [document], page));
      } catch (error) {
        if (!mayDie) throw error;
        return nth;
      }
    }
    return count;
  }

  /** One person has one draft: the two windows take turns, and both drain. */
  async #inTwoTabs({ captures }: Round): Promise<void> {
    const second = await this.#tablet.secondTab();
    for (let nth = 0; nth < captures; nth += 1)
      await (nth % 2 === 0 ? this.#register(1) : this.#register(1, undefined, second));
    await second.close();
  }

  async #switchOffline({ captures, lasts }: Round, people: [Member, Member]): Promise<void> {
    this.#line.goDown();
    await this.#arriveOffline(this.#other(people));
    await this.#register(captures);
    await pause(lasts);
    this.#line.comeUp();
  }

  async #arriveOffline(next: Member): Promise<void> {
    const result = await this.#tablet.signInOffline(next);
    if (result !== 'signed_in') throw new Error(`without network: ${result}`);
    this.#here = next;
  }

  /** What one could not send another takes over, on the same tablet and without network. */
  async #handOver({ captures, dies, after, lasts }: Round, people: [Member, Member]): Promise<void> {
    this.#line.goDown();
    await this.#register(captures);
    const left = await this.#tablet.call('leave', []);
    if (left !== 'left') throw new Error(`not handed over: ${left}`);
    await this.#arriveOffline(this.#other(people));
    const take = () => this.#tablet.call('takeOver', []);
    this.handedOver += await this.#takeIn(this.#tablet, take, dies ? after : null);
    await pause(lasts);
    this.#line.comeUp();
  }

  /** How many came over; once more after the tab died in the middle. */
  async #takeIn(tablet: Tablet, take: () => Promise<number>, diesAfter: number | null): Promise<number> {
    if (diesAfter === null) return take();
    const dies = pause(diesAfter / SLOWER_THAN_TAKING_IN).then(() => 0);
    // What fails before the tab dies has failed by itself.
    const before = await Promise.race([take(), dies]);
    await tablet.killTab();
    return Math.max(before, await take());
  }

  /** A copy of what waits here comes to another tablet while this one begins to send: both send the same. */
  async #rescue({ captures, dies, after }: Round, people: [Member, Member]): Promise<void> {
    this.#line.goDown();
    await this.#register(captures);
    const copy = await this.#tablet.call('copyOut', []);
    const there = new Tablet(this.#line);
    try {
      this.#line.comeUp();
      await there.switchOn();
      await there.desk.signIn(this.#other(people), '/home');
      this.rescued += await this.#takeIn(there, () => there.call('copyIn', [copy]), dies ? after : null);
      await there.empties();
    } finally {
      await there.destroy();
    }
  }

  async #end(people: [Member, Member]): Promise<void> {
    this.#line.heal();
    for (const member of people) {
      await this.#arrive(member);
      await this.#tablet.empties();
    }
  }
}

/** One run. What the schedule is the seed says; what it meets is compared with what was confirmed. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, evaluations, onProgress } = options;
  const began = performance.now();
  const clinic = options.clinic ?? (await startProvider());
  const line = await FaultProxy.start(clinic.origin);
  const faults = new Faults(seed);
  const run = new Run(clinic, line, faults, onProgress);
  const differences: string[] = [];
  try {
    line.serveScript(SCRIPT, await bundle('tests/chaos/page/chaos-page.ts'));
    for (const [nth, shift] of schedule(seed, evaluations).entries()) {
      onProgress(`── shift ${nth + 1}`);
      differences.push(...(await run.shift(shift)));
      line.heal();
    }
  } finally {
    await line.close();
    if (!options.clinic) await clinic.destroy();
  }
  return {
    ...run.reckoning.figures(),
    byHand: run.byHand,
    handedOver: run.handedOver,
    rescued: run.rescued,
    events: Object.fromEntries(run.events),
    faults: Object.fromEntries(faults.met),
    requests: line.sent().length,
    seconds: Math.round((performance.now() - began) / 1_000),
    differences,
  };
}
