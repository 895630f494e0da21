package store

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"golang.org/x/sync/errgroup"
)

// partSize is the size of the parts of a large object, and the largest object that goes in one
// piece. A segment of 1 GiB has 64 parts; one transfer holds one part in memory.
const partSize = 16 << 20

// createInParts makes a large object by a multipart upload.
//
// The idea: parts that have arrived stay in the store until the upload is completed or aborted,
// also when the builder is killed. So the next builder looks for an unfinished upload of this key,
// asks which parts it has, and sends the others. A part counts as arrived when its ETag is the MD5
// of the local part, as it is in every store that does not encrypt with keys of the client's;
// otherwise it is sent again, which is slow and not wrong.
//
// The object appears when the upload is completed, in one step and only if there is none.
func (s *s3) createInParts(ctx context.Context, key string, c Content) error {
	if info, err := s.core.StatObject(ctx, s.at.bucket, s.at.prefix+key,
		minio.StatObjectOptions{}); err == nil && info.Size == c.Size {
		return fmt.Errorf("%s: %s: %w", s.address, key, ErrExists)
	}
	id, arrived, err := s.findUpload(ctx, key)
	if err != nil {
		return err
	}
	if id == "" {
		id, err = s.core.NewMultipartUpload(ctx, s.at.bucket, s.at.prefix+key,
			minio.PutObjectOptions{})
		if err != nil {
			return s.fault("create", key, err)
		}
	}
	parts := make([]minio.CompletePart, (c.Size+partSize-1)/partSize)
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(transfers)
	for i := range parts {
		group.Go(func() error {
			var err error
			parts[i], err = s.sendPart(working, key, id, i+1, c, arrived[i+1])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var o minio.PutObjectOptions
	o.SetMatchETagExcept("*")
	_, err = s.core.CompleteMultipartUpload(ctx, s.at.bucket, s.at.prefix+key, id, parts, o)
	err = s.fault("complete", key, err)
	if errors.Is(err, ErrExists) {
		// Somebody else was faster: what was sent here is of no use any more.
		_ = s.core.AbortMultipartUpload(ctx, s.at.bucket, s.at.prefix+key, id)
	}
	return err
}

// sendPart sends one part, unless it has arrived earlier.
func (s *s3) sendPart(ctx context.Context, key, id string, number int, c Content,
	arrived minio.ObjectPart) (done minio.CompletePart, err error) {
	if err := s.acquire(ctx); err != nil {
		return done, err
	}
	defer s.release()
	offset := int64(number-1) * partSize
	data, err := c.read(offset, min(partSize, c.Size-offset))
	if err != nil {
		return done, err
	}
	weak, strong := md5.Sum(data), sha256.Sum256(data)
	done = minio.CompletePart{PartNumber: number, ETag: hex.EncodeToString(weak[:])}
	if arrived.Size == int64(len(data)) && strings.Trim(arrived.ETag, `"`) == done.ETag {
		c.report(int64(len(data)))
		return done, nil
	}
	part, err := s.core.PutObjectPart(ctx, s.at.bucket, s.at.prefix+key, id, number,
		bytes.NewReader(data), int64(len(data)), minio.PutObjectPartOptions{
			Md5Base64: base64.StdEncoding.EncodeToString(weak[:]),
			Sha256Hex: hex.EncodeToString(strong[:]),
		})
	if err != nil {
		return done, s.fault("send a part of", key, err)
	}
	c.report(int64(len(data)))
	done.ETag = part.ETag
	return done, nil
}

// findUpload returns the newest unfinished upload of a key and the parts that it has, or "".
func (s *s3) findUpload(ctx context.Context, key string) (string, map[int]minio.ObjectPart, error) {
	var newest minio.ObjectMultipartInfo
	for upload := range s.core.ListIncompleteUploads(ctx, s.at.bucket, s.at.prefix+key, true) {
		if upload.Err != nil {
			return "", nil, s.fault("list uploads of", key, upload.Err)
		}
		if upload.Key == s.at.prefix+key && upload.Initiated.After(newest.Initiated) {
			newest = upload
		}
	}
	arrived := map[int]minio.ObjectPart{}
	for marker := 0; newest.UploadID != ""; {
		page, err := s.core.ListObjectParts(ctx, s.at.bucket, s.at.prefix+key, newest.UploadID,
			marker, 1000)
		if err != nil {
			return "", nil, s.fault("list parts of", key, err)
		}
		for _, p := range page.ObjectParts {
			arrived[p.PartNumber] = p
		}
		if !page.IsTruncated || page.NextPartNumberMarker <= marker {
			break
		}
		marker = page.NextPartNumberMarker
	}
	return newest.UploadID, arrived, nil
}

// Sweep implements [Store]: it aborts unfinished uploads, whose parts cost storage for ever.
func (s *s3) Sweep(ctx context.Context, before time.Time) error {
	var old []minio.ObjectMultipartInfo
	for upload := range s.core.ListIncompleteUploads(ctx, s.at.bucket, s.at.prefix, true) {
		if upload.Err != nil {
			return s.fault("list uploads of", s.at.prefix, upload.Err)
		}
		if upload.Initiated.Before(before) {
			old = append(old, upload)
		}
	}
	for _, upload := range old {
		err := s.core.AbortMultipartUpload(ctx, s.at.bucket, upload.Key, upload.UploadID)
		if err = s.fault("abort an upload of", upload.Key, err); err != nil &&
			!errors.Is(err, ErrNotFound) {
			return err
		}
	}
	return nil
}
