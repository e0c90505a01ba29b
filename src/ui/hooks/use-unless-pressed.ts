import { useEffect, useState } from 'react';

/**
 * Returns the value. While a pointer is pressed it returns the previous value, so that a change on leaving a field does not
 * move the pressed button.
 */
export function useValueHeldDuringPress<Value>(value: Value): Value {
  const [isPressed, setPressed] = useState(false);
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const down = () => setPressed(true);
    // The timeout lets the click event of this press run first.
    const up = () => setTimeout(() => setPressed(false));
    window.addEventListener('pointerdown', down, { capture: true });
    window.addEventListener('pointerup', up, { capture: true });
    window.addEventListener('pointercancel', up, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', down, { capture: true });
      window.removeEventListener('pointerup', up, { capture: true });
      window.removeEventListener('pointercancel', up, { capture: true });
    };
  }, []);
  if (!isPressed && shown !== value) setShown(value);
  return isPressed ? shown : value;
}
