import { reportFailure } from './failures.ts';

/** The device's reports to the provider; nobody needs their code to register, so that it comes later. */
const load = () => import('./report-duty.ts');

export function keepReporting(): () => void {
  let stop: (() => void) | undefined;
  let gone = false;
  const start = async () => {
    const { startReporting } = await load();
    if (!gone) stop = startReporting(reportFailure);
  };
  start().catch(reportFailure);
  return () => {
    gone = true;
    stop?.();
  };
}

/** While the session still takes it. */
export const reportNow = async (): Promise<void> => (await load()).reportDevice('last_chance');
