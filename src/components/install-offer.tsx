import { Button } from '@mantine/core';
import { Notice } from '#ui/notices/notice.tsx';
import { useInstallState, type InstallState } from '#ui/hooks/install.ts';
import './install-offer.css';

const INSTALL_OFFER_TITLE = 'Instala Ventanilla en este dispositivo.';
const INSTALL_REASON = 'Abre con un toque y sin red, y el ícono muestra cuántas quedan por enviar.';

const AppleInstallSteps = () => (
  <ol className="install-steps">
    <li>Toca «Compartir», el cuadro con una flecha hacia arriba.</li>
    <li>Elige «Agregar a inicio» y toca «Agregar».</li>
    <li>Abre Ventanilla desde su ícono e inicia sesión una vez con red.</li>
  </ol>
);

const STORAGE_NOTE_APPLE =
  'Safari borra lo guardado en una pestaña que no se abre en siete días; en la app instalada no. La app tiene su propio almacén: envía primero lo pendiente de esta pestaña.';

const BROWSER_MENU_HINT =
  'Si tu navegador lo permite, está en su menú: «Instalar» o «Agregar a la pantalla de inicio».';

function InstallInstructions({
  install,
}: {
  install: Exclude<InstallState, { name: 'installed' | 'ready' }>;
}) {
  if (install.name === 'unknown') return <p>{BROWSER_MENU_HINT}</p>;
  return (
    <>
      <AppleInstallSteps />
      <p>{STORAGE_NOTE_APPLE}</p>
    </>
  );
}

/**
 * Offers to install the app: by a button if the browser can prompt, otherwise by written steps. The start page shows the offer
 * only if the app can certainly be installed.
 */
export function InstallOffer({ where }: { where: 'home' | 'device' }) {
  const install = useInstallState();
  if (install.name === 'installed' || (install.name === 'unknown' && where === 'home')) return null;
  return (
    <div className="install-offer">
      <Notice
        kind="info"
        title={INSTALL_OFFER_TITLE}
        action={
          install.name === 'ready' && (
            <Button onClick={() => void install.ask().catch(reportError)}>Instalar</Button>
          )
        }
      >
        {install.name === 'ready' ? INSTALL_REASON : <InstallInstructions install={install} />}
      </Notice>
    </div>
  );
}
