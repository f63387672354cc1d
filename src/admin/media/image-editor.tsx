'use client'
import { type MouseEvent, useState } from 'react'

import { Button } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { SelectField } from '@/admin/form/fields'
import type { AdminMutation } from '@/admin/form/use-admin-mutation'
import {
  type Crop,
  cropAround,
  cropRatios,
  type FocusPoint,
  middle,
} from '@/modules/media/rules/crop'

import type { MediaListItem } from './media-params'

const percent = (value: number): string => `${value}%`

const Slider = ({
  label,
  value,
  min = 0,
  onChange,
}: {
  label: string
  value: number
  min?: number
  onChange: (value: number) => void
}) => (
  <label className="df-slider">
    <span>{label}</span>
    <input
      type="range"
      min={min}
      max={100}
      value={value}
      aria-valuetext={percent(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
    <span aria-hidden>{percent(value)}</span>
  </label>
)

type Props = {
  file: MediaListItem
  mutation: AdminMutation
  focus: FocusPoint | null
  onFocus: (focus: FocusPoint | null) => void
  onCropped: () => void
}

/** The shape and size of a crop, and the button that asks before it's done. */
const useCrop = ({ file, focus, mutation, onCropped }: Props) => {
  const [ratio, setRatio] = useState('')
  const [size, setSize] = useState(100)
  const crop = cropAround({
    ratio: cropRatios.find(({ value }) => value === ratio)?.ratio ?? null,
    size,
    focus: focus ?? middle,
    width: file.width ?? 1,
    height: file.height ?? 1,
  })
  const send = async (): Promise<void> => {
    const cropped = await mutation.send({
      path: `/api/admin/media/${file.id}/crop`,
      body: { ...crop, version: file.updatedAt },
      done: 'Image cropped',
      failed: 'Error cropping image',
      untilRefreshed: true,
    })
    if (cropped) onCropped()
  }
  return { ratio, setRatio, size, setSize, crop, send }
}

/** The image with the crop and the focal point, which a click moves. */
const Frame = ({
  file,
  crop,
  point,
  onFocus,
}: Pick<Props, 'file' | 'onFocus'> & { crop: Crop | null; point: FocusPoint }) => {
  const aim = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: MouseEvent): void =>
    onFocus({
      x: Math.round((offsetX / currentTarget.clientWidth) * 100),
      y: Math.round((offsetY / currentTarget.clientHeight) * 100),
    })
  return (
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the sliders do the same */
    <div className="df-image-editor__frame" onClick={aim}>
      <img src={file.filePath} alt={file.altText} />
      {crop === null ? null : (
        <span
          className="df-image-editor__crop"
          style={{
            left: percent(crop.left),
            top: percent(crop.top),
            width: percent(crop.width),
            height: percent(crop.height),
          }}
        />
      )}
      <span
        className="df-image-editor__point"
        style={{ left: percent(point.x), top: percent(point.y) }}
      />
    </div>
  )
}

/**
 * Sets the focal point of an image, by a click or with sliders, and crops the image around it. The focal point is
 * saved with the form; a crop is done at once.
 */
export function ImageEditor(props: Props) {
  const { file, focus, onFocus, mutation } = props
  const [isConfirming, setIsConfirming] = useState(false)
  const { ratio, setRatio, size, setSize, crop, send } = useCrop(props)
  const point = focus ?? middle
  const isWhole = crop.width === 100 && crop.height === 100
  return (
    <div className="df-image-editor">
      <Frame file={file} crop={isWhole ? null : crop} point={point} onFocus={onFocus} />
      <fieldset>
        <legend>Focal point</legend>
        <p className="df-field__hint">
          Stays in view where the shop shows only a part. Click the image or use the sliders.
        </p>
        <Slider label="From left" value={point.x} onChange={(x) => onFocus({ ...point, x })} />
        <Slider label="From top" value={point.y} onChange={(y) => onFocus({ ...point, y })} />
        <Button small variant="ghost" disabled={focus === null} onClick={() => onFocus(null)}>
          Reset focal point
        </Button>
      </fieldset>
      <fieldset>
        <legend>Crop</legend>
        <SelectField
          label="Shape"
          value={ratio}
          options={cropRatios.map(({ value, label }) => [value, label])}
          onChange={({ currentTarget }) => setRatio(currentTarget.value)}
        />
        <Slider label="Size" min={20} value={size} onChange={setSize} />
        <Button small disabled={isWhole || mutation.isBusy} onClick={() => setIsConfirming(true)}>
          Crop image
        </Button>
      </fieldset>
      {isConfirming ? (
        <ConfirmDialog
          question="Crop this image?"
          verb="Crop image"
          isBusy={mutation.isBusy}
          onCancel={() => setIsConfirming(false)}
          onConfirm={async () => {
            await send()
            setIsConfirming(false)
          }}
        >
          It changes everywhere it’s used, and the rest of the image is deleted for good. Other
          changes in this window won’t be saved.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
