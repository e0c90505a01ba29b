import { useEffect, useState } from 'react';
import type { DeviceTrouble } from '#features/auth/pieces/device-trouble.tsx';
import type { SignIn } from '#features/auth/sign-in/sign-in-form.tsx';
import { NOTHING_UNSENT, type UnsentCounts } from '#domain/outbox/unsent.ts';
import { reportFailure } from '../kit/failures.ts';
import { lazyScreen } from '../kit/lazy-screen.ts';
import { loadDevice } from '../runtime/load-device.ts';
import { PublicScreen } from './public-screen.tsx';
import { useServerSignInInfo } from './server-facts.ts';
import { useApplyUpdateWhenSafe } from '../runtime/safe-point.ts';

export const LoginPage = lazyScreen(
  async () => (await import('#features/auth/sign-in/login-page.tsx')).LoginPage,
);

const signIn: SignIn = async (...typed) => (await loadDevice()).signIn(...typed);

/**
 * Returns the counts of the encrypted entries on this device. The form does not wait, so the counts are 0 until the device code
 * is loaded.
 */
function useEncryptedEntryCounts(trouble: DeviceTrouble | null): UnsentCounts {
  const [unreadable, setUnreadable] = useState(NOTHING_UNSENT);
  useEffect(() => {
    // The device code does not load without a secure context, and no data was ever stored here.
    if (trouble === 'insecure') return;
    const read = async () => setUnreadable(await (await loadDevice()).countUnsentOfOthers(null));
    read().catch(reportFailure);
  }, [trouble]); // When the device reports erased data, the backup has been restored (S25), so the counts are read again.
  return unreadable;
}

function LoginContent({ trouble }: { trouble: DeviceTrouble | null }) {
  useApplyUpdateWhenSafe(null, true);
  const { awaitsAdministrator } = useServerSignInInfo(trouble === 'insecure');
  return (
    <LoginPage
      signIn={signIn}
      trouble={trouble}
      sealed={useEncryptedEntryCounts(trouble)}
      awaitsAdministrator={awaitsAdministrator}
    />
  );
}

export const LoginScreen = () => (
  <PublicScreen>{(trouble) => <LoginContent trouble={trouble} />}</PublicScreen>
);
