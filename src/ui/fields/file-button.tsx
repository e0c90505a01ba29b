import { useRef } from 'react';
import { Icon, type IconName } from '../display/icon.tsx';
import './file-button.css';

interface FileButtonProps {
  label: string;
  /** Where several buttons of the page have the same label. */
  name?: string;
  /** MIME types, as the input's `accept`; what a file really is has to be looked at in any case. */
  accept?: string;
  /** A picture without `accept`, a clip with it, unless said otherwise. */
  icon?: IconName;
  disabled?: boolean;
  onFile: (file: File) => void;
}

/** A file input that looks like a button and stays one for keyboard and screen reader. `capture` is not forced. */
export function FileButton({ label, name, accept, icon, disabled, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = () => {
    const file = input.current?.files?.[0];
    if (file) onFile(file);
    // The same file chosen again must be a change again.
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
