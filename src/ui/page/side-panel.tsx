import { ActionIcon, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { CardSurface } from '../display/card.tsx';
import { Icon } from '../display/icon.tsx';
import './side-panel.css';

/** The list and what is open beside it; where it is narrow, over it. */
export const WithPanel = ({ panel, children }: { panel: ReactNode; children: ReactNode }) => (
  <div className="with-panel" data-open={panel ? true : undefined}>
    <div>{children}</div>
    {panel}
  </div>
);

interface SidePanelProps {
  title: string;
  /** Under the title: a state. */
  badge?: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

/** Too narrow for two columns. */
const NARROW = '(max-width: 56.25em)';

/** Whoever opened it by keyboard goes on in it, leaves it by Escape, and is back at the row. */
function usePanelFocus(onClose: () => void) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      // Where the focus went down with the panel; a row that was chosen meanwhile keeps it.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  useEffect(() => {
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return { panel, heading };
}

function Aside({ title, badge, children, onClose }: SidePanelProps) {
  const id = useId();
  const { panel, heading } = usePanelFocus(onClose);
  return (
    <CardSurface as="aside" className="side-panel" aria-labelledby={id} ref={panel}>
      <div className="side-panel-head">
        <h2 id={id} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <ActionIcon className="side-panel-close" aria-label="Cerrar detalle" onClick={onClose}>
          <Icon name="cross" size={22} />
        </ActionIcon>
      </div>
      {badge}
      {children}
    </CardSurface>
  );
}

const Sheet = ({ title, badge, children, onClose }: SidePanelProps) => (
  <Modal opened title={title} onClose={onClose} closeButtonProps={{ 'aria-label': 'Cerrar detalle' }}>
    {badge}
    {children}
  </Modal>
);

/** Details of one row. Give it the row's id as `key`: another row is another panel. */
export function SidePanel(props: SidePanelProps) {
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return narrow ? <Sheet {...props} /> : <Aside {...props} />;
}
