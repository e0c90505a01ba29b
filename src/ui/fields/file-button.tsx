import { useRef } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';
import './file-button.css';

interface FileButtonProps {
  label: string;
  /** Accessible name, needed if the page has several buttons with the same label. */
  name?: string;
  /** MIME types for the input's `accept`. The caller must check the file's content nevertheless. */
  accept?: string;
  /** Default: image icon without `accept`, clip icon with it. */
  icon?: IconName;
  disabled?: boolean;
  onFile: (file: File) => void;
}

/**
 * File input with the look of a button, usable by keyboard and screen reader. `capture` is not set, so that the user may also
 * choose a stored file.
 */
export function FileButton({ label, name, accept, icon, disabled, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = () => {
    const file = input.current?.files?.[0];
    if (file) onFile(file);
    // Reset the value, so that choosing the same file again fires a change event.
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
