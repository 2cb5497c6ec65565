import { Skeleton, repeat } from '#client/ui/feedback/skeleton.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';

export function SkeletonRows({ count = 6, height = '44px' }: { count?: number; height?: string }) {
  return (
    <Stack gap={4}>
      {repeat(count, (key) => (
        <Skeleton key={key} height={height} shape="block" />
      ))}
    </Stack>
  );
}
