import { reportFailure } from './failures.ts';

/** The device's reports to the provider, whose code nobody needs to register: it comes when the screen is there. */
export function keepReporting(): () => void {
  let stop = () => undefined as void;
  let gone = false;
  const start = async () => {
    const { startReporting } = await import('./report-duty.ts');
    if (!gone) stop = startReporting(reportFailure);
  };
  start().catch(reportFailure);
  return () => {
    gone = true;
    stop();
  };
}

/** While the session still takes it. Nobody waits for it: leaving neither takes longer nor fails. */
export function reportBeforeLeaving(): void {
  const report = async () => (await import('#sync/device-report.ts')).reportDevice('last_chance');
  report().catch(reportFailure);
}
