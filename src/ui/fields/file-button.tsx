import { useRef } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';
import './file-button.css';

interface FileButtonProps {
  label: string;
  /** Accessible name, when several buttons of the page have the same label. */
  name?: string;
  /** MIME types, as the input's `accept`; the content of the file must be checked in any case. */
  accept?: string;
  /** Default: an image without `accept`, a clip with it. */
  icon?: IconName;
  disabled?: boolean;
  onFile: (file: File) => void;
}

/**
 * Renders a file input that looks like a button and stays one for keyboard and screen reader. It does not set `capture`, so the
 * user may also choose a stored file.
 */
export function FileButton({ label, name, accept, icon, disabled, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = () => {
    const file = input.current?.files?.[0];
    if (file) onFile(file);
    // The same file chosen again must fire a change event.
    if (input.current) input.current.value = '';
  };
  return (
    <label className="file-button" data-disabled={disabled || undefined}>
      <input
        ref={input}
        type="file"
        accept={accept ?? 'image/jpeg,image/png'}
        disabled={disabled}
        aria-label={name}
        onChange={onChange}
      />
      <Icon name={icon ?? (accept === undefined ? 'image' : 'clip')} size={20} />
      <span>{label}</span>
    </label>
  );
}
