import '#ui/theme/tokens.css';
import '#ui/theme/mantine-styles.ts';
import '#ui/theme/theme.css';
import '#ui/theme/forced-colors.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { listenToHistory } from '#ui/dialogs/history-guard.ts';
import { interceptInstallPrompt } from '#ui/hooks/install.ts';
import { blockKeysWhileCovered } from '#ui/page/screen-cover.ts';
import { App } from './app.tsx';
import { preloadScreen, preloadLoginPage } from './routes.tsx';
import { loadDevice } from './runtime/load-device.ts';
import { readSessionHint } from './session/session-hint.ts';
import { reportBug } from '#storage/base/problem.ts';
import { showUncaughtStorageProblems } from './kit/failures.ts';
import { observePageLeaving } from '#ui/hooks/load-code.ts';

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no #root');
listenToHistory();
blockKeysWhileCovered();
interceptInstallPrompt();
observePageLeaving();
showUncaughtStorageProblems();
const renderApp = () =>
  // Errors that an error boundary caught are reported here, except storage problems, which the boundary shows itself. Such
  // problems are expected when a sign-out in another window deletes the key that this window uses (D2).
  createRoot(rootElement, { onCaughtError: reportBug }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
if (readSessionHint() && window.isSecureContext) {
  void loadDevice()
    .catch(() => undefined) // SessionProvider loads the device code too and reports the failure.
    .then(renderApp);
  void preloadScreen(location.pathname);
} else {
  // The page shows the content of index.html until this call. The transition lets the browser render the app in slices, because
  // no other work waits for the first frame.
  void preloadLoginPage().then(() => startTransition(renderApp));
}
