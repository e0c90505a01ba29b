import { ActionIcon, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { CardSurface } from '../display/cards/card.tsx';
import { Icon } from '../display/icon.tsx';
import './side-panel.css';

/** Renders a list with its panel next to it; on a narrow screen the panel covers the list. */
export const ListWithPanel = ({ panel, children }: { panel: ReactNode; children: ReactNode }) => (
  <div className="with-panel" data-open={panel ? true : undefined}>
    <div>{children}</div>
    {panel}
  </div>
);

interface SidePanelProps {
  title: string;
  badge?: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

/** Media query for a screen that is too narrow for two columns. */
const NARROW_SCREEN_QUERY = '(max-width: 56.25em)';

/**
 * Moves the focus into the opened panel, closes the panel on Escape, and afterwards returns the focus to the row that opened
 * it.
 */
function usePanelFocusAndEscape(onClose: () => void) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      // The focus returns only if it was lost with the panel. If the user has focused another row in the meantime, that row
      // keeps the focus.
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

function PanelColumn({ title, badge, children, onClose }: SidePanelProps) {
  const id = useId();
  const { panel, heading } = usePanelFocusAndEscape(onClose);
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

const PanelDialog = ({ title, badge, children, onClose }: SidePanelProps) => (
  <Modal opened title={title} onClose={onClose} closeButtonProps={{ 'aria-label': 'Cerrar detalle' }}>
    {badge}
    {children}
  </Modal>
);

/** Renders the details of a row. Pass the row's id as `key`, so that each row gets a new panel. */
export function SidePanel(props: SidePanelProps) {
  const narrow = useMediaQuery(NARROW_SCREEN_QUERY, false, { getInitialValueInEffect: false });
  return narrow ? <PanelDialog {...props} /> : <PanelColumn {...props} />;
}
