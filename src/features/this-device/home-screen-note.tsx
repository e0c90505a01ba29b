import { Notice } from '#ui/notices/notice.tsx';
import './home-screen-note.css';

/** Only iPads and iPhones have it: false in a tab of Safari, true in what was put on the home screen. */
const isTabOnApple = (): boolean => 'standalone' in navigator && navigator.standalone === false;

/** Safari deletes what a tab's site has stored after seven days without a visit; an installed app has a store of its own. */
export const HomeScreenNote = () =>
  isTabOnApple() && (
    <div className="home-screen-note">
      <Notice kind="info" title="Agrega Ventanilla a la pantalla de inicio.">
        Safari borra lo guardado en una pestaña que no se abre en siete días; en la app instalada no. La app
        tiene su propio almacén: envía primero lo pendiente de esta pestaña.
      </Notice>
    </div>
  );
