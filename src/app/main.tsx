import '#ui/theme/tokens.css';
import '#ui/theme/mantine-styles.ts';
import '#ui/theme/theme.css';
import '#ui/theme/forced-colors.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { watchHistory } from '#ui/dialogs/history-guard.ts';
import { watchInstall } from '#ui/hooks/install.ts';
import { guardKeys } from '#ui/page/screen-cover.ts';
import { App } from './app.tsx';
import { preloadScreen, preloadSignIn } from './routes.tsx';
import { loadDevice } from './runtime/load-device.ts';
import { readSessionHint } from './session/session-hint.ts';
import { reportBug } from '#storage/base/problem.ts';
import { sayUnshownProblems } from './kit/failures.ts';
import { watchLeaving } from './kit/load-code.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
watchHistory();
guardKeys();
watchInstall();
watchLeaving();
sayUnshownProblems();
const show = () =>
  // A boundary says a storage problem itself. Another window's sign-out takes the key from under this one's screens (D2).
  createRoot(root, { onCaughtError: reportBug }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
if (readSessionHint() && window.isSecureContext) {
  // The first frame waits for the device's code and not the other way round: the database opens while it is rendered.
  void loadDevice()
    .catch(() => undefined) // SessionProvider asks too, and tells what failed.
    .then(show);
  void preloadScreen(location.pathname);
} else {
  // Until then the page shows what index.html has. A transition: it is rendered in slices, and nothing else waits for it.
  void preloadSignIn().then(() => startTransition(show));
}
