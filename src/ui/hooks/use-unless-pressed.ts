import { useEffect, useState } from 'react';

/**
 * The value, but for as long as a finger or a button is down the one from before: what leaving a field brings does not
 * move the button that is being pressed away.
 */
export function useUnlessPressed<Value>(value: Value): Value {
  const [isPressed, setPressed] = useState(false);
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const down = () => setPressed(true);
    // After the click that belongs to it.
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
