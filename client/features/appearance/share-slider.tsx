import { RangeField } from '#client/ui/form/range-field.tsx';

type Props = {
  label: string;
  /** From 0 to 1. */
  share: number;
  disabled?: boolean;
  onChange: (share: number) => void;
};

export function ShareSlider({ label, share, disabled = false, onChange }: Props) {
  const percent = Math.round(share * 100);
  return (
    <RangeField
      label={label}
      min={0}
      max={100}
      value={percent}
      valueText={`${percent}%`}
      disabled={disabled}
      onChange={(next) => onChange(next / 100)}
    />
  );
}
